autocmd BufRead,BufNewFile *.rhai setfiletype rhai

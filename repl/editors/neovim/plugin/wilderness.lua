-- Starts `wilderness lsp` for scripts and data. Works with Neovim 0.7 and later.
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "rhai", "toml" },
  callback = function()
    local start = vim.lsp.start or function(config)
      vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
    end
    start({ name = "wilderness", cmd = { "wilderness", "lsp" }, root_dir = vim.fn.getcwd() })
  end,
})

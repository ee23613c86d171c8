" Scripts of cards and rules.
if exists("b:current_syntax")
  finish
endif

syntax keyword rhaiConditional if else switch
syntax keyword rhaiRepeat for in while loop do until break continue return
syntax keyword rhaiDeclared let const
syntax keyword rhaiFn fn nextgroup=rhaiDefined skipwhite
syntax keyword rhaiBoolean true false
syntax keyword rhaiGame game this
syntax match rhaiNumber "\<\d[0-9_]*\>"
syntax match rhaiCalled "\<\h\w*\ze\s*("
syntax match rhaiDefined "\<\h\w*" contained
syntax match rhaiSide "\<Side::[A-Z_]\+"
syntax match rhaiOperator "[-+*%<>=!|&?]\|/\ze[^/*]"
syntax region rhaiText start=+"+ skip=+\\.+ end=+"\|$+ contains=rhaiEscape
syntax region rhaiText start=+`+ end=+`+ contains=rhaiEvaluated
syntax region rhaiEvaluated matchgroup=rhaiSpecial start=+${+ end=+}+ contained contains=TOP
syntax match rhaiEscape "\\." contained
syntax match rhaiComment "//.*$" contains=@Spell
syntax region rhaiComment start="/\*" end="\*/" contains=@Spell

highlight default link rhaiConditional Conditional
highlight default link rhaiRepeat Repeat
highlight default link rhaiDeclared Keyword
highlight default link rhaiFn Keyword
highlight default link rhaiBoolean Boolean
highlight default link rhaiGame Identifier
highlight default link rhaiNumber Number
highlight default link rhaiCalled Function
highlight default link rhaiDefined Function
highlight default link rhaiSide Constant
highlight default link rhaiOperator Operator
highlight default link rhaiText String
highlight default link rhaiSpecial Special
highlight default link rhaiEscape Special
highlight default link rhaiComment Comment

setlocal commentstring=//\ %s

let b:current_syntax = "rhai"

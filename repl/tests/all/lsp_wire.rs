//! Messages of an editor that are no messages.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// A language server that is given these bytes, and what it says before it ends.
fn said_to(bytes: &[u8]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().expect("it runs");
    server.stdin.take().expect("an input").write_all(bytes).expect("it reads");
    let output = server.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn one_malformed_message_ended_the_server() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let request = |id: u32, method: &str, params: &str| {
        framed(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#))
    };
    let note = |method: &str| framed(&format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{{}}}}"#));
    let all = [
        "hello\r\n".to_string(),
        framed("{\"jsonrpc\": "),
        request(1, "initialize", r#"{"capabilities":{}}"#),
        note("initialized"),
        framed("[1, 2"),
        framed("{\"id\": {}}"),
        "Content-Length: many\r\n\r\n".to_string(),
        request(2, "shutdown", "null"),
        note("exit"),
    ];
    let (code, said) = said_to(all.concat().as_bytes());
    let errors = |code: i32| said.matches(&format!("\"code\":{code},")).count();
    assert_eq!((code, errors(-32700), errors(-32600)), (Some(0), 2, 3), "{said}");
    assert!(said.contains("\"id\":1,") && said.contains("\"id\":2,"), "{said}");
}

//! Generates the messages and the client from `proto/referee.proto`, without a `protoc` program.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=proto/referee.proto");
    let files = protox::compile(["referee.proto"], ["proto"])?;
    tonic_prost_build::configure().build_server(false).compile_fds(files)?;
    Ok(())
}

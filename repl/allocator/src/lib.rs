//! The allocator of the program: scripts allocate a lot. It has a crate of its own because the profile `release` does not
//! optimise the program, and every allocation of the rules goes through what is compiled here.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

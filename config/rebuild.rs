//! Migrations become part of the binary; the compiler has to be told that a change of one is a change of the crate.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}

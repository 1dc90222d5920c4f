//! Puts the files of the page into the program: whatever lies in `page/`. A debug build reads them from disk instead.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut paths = Vec::new();
    if env::var("PROFILE").as_deref() != Ok("debug") {
        println!("cargo::rerun-if-changed=page");
        let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        paths = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        paths.sort();
    }
    let mut code = String::from("&[\n");
    for path in paths {
        let (Some(name), Ok(bytes)) = (path.file_name().and_then(|name| name.to_str()), fs::read(&path)) else {
            continue;
        };
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        println!("cargo::rerun-if-changed={}", path.display());
        code += &format!("    Asset {{ name: {name:?}, bytes: include_bytes!({path:?}), tag: {tag:?} }},\n");
    }
    code += "]\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("assets.rs");
    fs::write(out, code).expect("the output folder can be written");
}

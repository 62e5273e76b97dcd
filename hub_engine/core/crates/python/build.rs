//! Copies the `configs/` folder to where maturin picks it up for the wheel: an installed engine has to
//! find its rule files without the repository.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let configs = variable("CARGO_MANIFEST_DIR")?.join("../../../../configs");
    let target = variable("OUT_DIR")?.join("configs");
    println!("cargo::rerun-if-changed={}", configs.display());
    if target.exists() {
        // A file that was removed must not live on in the wheel.
        fs::remove_dir_all(&target)?;
    }
    copy(&configs, &target)
}

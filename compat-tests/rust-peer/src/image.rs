//! A raw image file as the crate's stable memory.

use crate::trap::Failure;
use ic_sqlite_vfs::{DbError, DbHandle, DefaultMemoryImpl, MemoryId, MemoryManager};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;
use std::rc::Rc;

const STABLE_PAGE: usize = 65_536;

pub struct Image {
    memory: DefaultMemoryImpl,
    manager: MemoryManager<DefaultMemoryImpl>,
    opened: Vec<DbHandle>,
}

impl Image {
    pub fn open(path: &Path) -> Result<Self, Failure> {
        Self::from_bytes(fs::read(path)?, 128)
    }

    /// Opens the file, or starts an empty memory when there is none.
    pub fn open_or_new(path: &Path, bucket_pages: u16) -> Result<Self, Failure> {
        match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Self::from_bytes(Vec::new(), bucket_pages)
            }
            bytes => Self::from_bytes(bytes?, bucket_pages),
        }
    }

    fn from_bytes(bytes: Vec<u8>, bucket_pages: u16) -> Result<Self, Failure> {
        if !bytes.len().is_multiple_of(STABLE_PAGE) {
            return Err(format!("image length {} is not a multiple of 65536", bytes.len()).into());
        }
        let memory: DefaultMemoryImpl = Rc::new(RefCell::new(bytes));
        let manager =
            MemoryManager::init_strict_with_bucket_size(Rc::clone(&memory), bucket_pages)?;
        Ok(Self {
            memory,
            manager,
            opened: Vec::new(),
        })
    }

    /// The database of one memory. It must not be used after this image is dropped.
    pub fn database(&mut self, memory_id: u8) -> Result<DbHandle, DbError> {
        let handle = DbHandle::init(self.manager.get(MemoryId::new(memory_id)))?;
        self.opened.push(handle);
        Ok(handle)
    }

    pub fn raw_pages(&self) -> usize {
        self.memory.borrow().len() / STABLE_PAGE
    }

    /// Writes the memory beside the file, then puts it in the file's place. Pages of zeros become
    /// holes where the file system has them.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let mut name = path
            .file_name()
            .ok_or("image path has no file name")?
            .to_owned();
        name.push(".new");
        let beside = path.with_file_name(name);
        let bytes = self.memory.borrow();
        let mut file = BufWriter::with_capacity(16 * STABLE_PAGE, File::create(&beside)?);
        let mut skipped = 0_i64;
        for page in bytes.chunks(STABLE_PAGE) {
            if page.iter().all(|&byte| byte == 0) {
                skipped += page.len() as i64;
                continue;
            }
            if skipped > 0 {
                file.seek(SeekFrom::Current(skipped))?;
                skipped = 0;
            }
            file.write_all(page)?;
        }
        file.into_inner()
            .map_err(|error| error.into_error())?
            .set_len(bytes.len() as u64)?;
        fs::rename(&beside, path)?;
        Ok(())
    }
}

// Connections live in thread-local storage and must not be closed by its destructors, which may
// run after those of the state that closing needs. A failed update is what drops them.
impl Drop for Image {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        for handle in self.opened.drain(..) {
            let _: Result<(), DbError> = handle.update(|_| Err(DbError::NotFound));
        }
    }
}

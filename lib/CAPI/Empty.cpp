// The library is made of archives.

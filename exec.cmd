@rem What `exec` in the scripts of package.json means on Windows: elsewhere the shell gives way, so that npm's signals arrive.
@%*

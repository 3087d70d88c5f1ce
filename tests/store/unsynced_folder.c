/* A disk that takes files but never confirms a change of a folder: fsync of a folder fails. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuses(int handle) {
    struct stat found;
    if (fstat(handle, &found) != 0 || !S_ISDIR(found.st_mode)) return 0;
    errno = EIO;
    return -1;
}

int fsync(int handle) { return refuses(handle); }

int fdatasync(int handle) { return refuses(handle); }

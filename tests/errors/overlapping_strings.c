// strcpy, strcat and strncpy between places that overlap.
// run: dunlin run -DWHICH=0
// error: overlapping-copy at 15
// run: dunlin run -DWHICH=1
// error: overlapping-copy at 17
// run: dunlin run -DWHICH=2
// error: overlapping-copy at 19
// run: dunlin run -DWHICH=3
// exit-status: 0
#include <string.h>
int main(void) {
    char a[32] = "abcdefgh";
    char *volatile p = a;
    if (WHICH == 0)
        strcpy(p + 1, p);
    else if (WHICH == 1)
        strcat(p, p + 3);
    else if (WHICH == 2)
        strncpy(p + 2, p, 4);
    else {
        strcpy(p + 10, p);
        strcpy(p, p + 14);
        strncpy(p + 4, p, 4);
        strcat(p, p + 20);
        return strcmp(p, "efghefgh");
    }
    return 0;
}

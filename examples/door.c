/* The controller of a door: it runs for ever, and must never move the door while somebody stands in it. */
#include <assert.h>
#include <dunlin.h>

enum { CLOSED, OPEN, MOVING };

int main(void) {
    int door = CLOSED;
    while (1) {
        int button = dunlin_int("button") == 1;
        int blocked = dunlin_int("blocked") == 1;
        if (door == MOVING)
            door = blocked ? OPEN : CLOSED;
        else if (door == OPEN && !blocked && button)
            door = MOVING;
        else if (door == CLOSED && button)
            door = OPEN;
        assert(!(door == MOVING && blocked));
    }
}

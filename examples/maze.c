/* The way out of a maze of 11 by 7 fields in at most 28 steps, each an input byte. */
#include <assert.h>
#include <klee/klee.h>

#define WIDTH 11
#define HEIGHT 7
#define STEPS 28

static char maze[HEIGHT][WIDTH + 1] = {
    "+-+---+---+",
    "| |     |#|",
    "| | --+ | |",
    "| |   | | |",
    "| +-- | | |",
    "|     |   |",
    "+-----+---+",
};

int main(void) {
    char steps[STEPS];
    klee_make_symbolic(steps, sizeof steps, "steps");
    int x = 1, y = 1;
    maze[y][x] = 'X';
    for (int i = 0; i < STEPS; i++) {
        int old_x = x, old_y = y;
        switch (steps[i]) {
        case 'w':
            y--;
            break;
        case 's':
            y++;
            break;
        case 'a':
            x--;
            break;
        case 'd':
            x++;
            break;
        default:
            return 1;
        }
        if (maze[y][x] == '#')
            assert(!"out of the maze");
        /* One wall can be walked through. */
        if (maze[y][x] != ' ' && !(y == 2 && maze[y][x] == '|' && x > 0 && x < WIDTH)) {
            x = old_x;
            y = old_y;
        }
        if (x == old_x && y == old_y)
            return 2;
        maze[y][x] = 'X';
    }
    return 3;
}

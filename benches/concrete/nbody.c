/* Five bodies under gravity: double arithmetic through struct fields. */
#include <stdio.h>

#define BODIES 5
#define STEPS 6000

struct body {
    double x[3], v[3], mass;
};

static struct body bodies[BODIES];

/* Newton's method, so that no library function is part of the measurement. */
static double square_root(double a) {
    double r = a > 1.0 ? a : 1.0;
    for (int i = 0; i < 12; i++)
        r = 0.5 * (r + a / r);
    return r;
}

static void step(double dt) {
    for (int i = 0; i < BODIES; i++)
        for (int j = i + 1; j < BODIES; j++) {
            struct body *a = &bodies[i], *b = &bodies[j];
            double d[3], square = 0.01;
            for (int k = 0; k < 3; k++) {
                d[k] = a->x[k] - b->x[k];
                square += d[k] * d[k];
            }
            double magnitude = dt / (square * square_root(square));
            for (int k = 0; k < 3; k++) {
                a->v[k] -= d[k] * b->mass * magnitude;
                b->v[k] += d[k] * a->mass * magnitude;
            }
        }
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++)
            bodies[i].x[k] += dt * bodies[i].v[k];
}

static double energy(void) {
    double e = 0.0;
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++)
            e += 0.5 * bodies[i].mass * bodies[i].v[k] * bodies[i].v[k];
    return e;
}

int main(void) {
    for (int i = 0; i < BODIES; i++) {
        bodies[i].mass = 1.0 + i;
        for (int k = 0; k < 3; k++) {
            bodies[i].x[k] = (double)((i * 5 + k * 3) % 7) - 3.0;
            bodies[i].v[k] = 0.1 * (double)((i * 3 + k * 5) % 4) - 0.15;
        }
    }
    for (int i = 0; i < STEPS; i++)
        step(0.001);
    printf("%.9f\n", energy());
    return 0;
}

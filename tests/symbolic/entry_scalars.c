// An entry function with scalars: each argument is an input of its own.
// run: dunlin run --entry classify
// replay: off the native run exits with 0, whatever the entry function returns
// paths: 4
// error: division-by-zero at 10
int classify(int x, unsigned char y, _Bool flag) {
    if (flag)
        return 1;
    if (x == 1000)
        return 100 / y;
    return 0;
}

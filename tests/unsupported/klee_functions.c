// Functions of KLEE that Dunlin does not have are refused by their names.
// run: dunlin run
// unsupported: `klee_alias_function` is not supported
void klee_alias_function(const char *name, const char *other);
int main(void) {
    klee_alias_function("a", "b");
    return 0;
}

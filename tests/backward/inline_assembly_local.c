// Assembly that is not supported may write what it gets the address of: a local that lies there is no register, and what
// follows was not computed from the value that it had.
// run: dunlin reach --target @local --strategy tse
// run: dunlin reach --target @local --strategy auto
// run: dunlin reach --target @local --strategy bse
// verdict: @local unknown
// run: dunlin reach --target @global --strategy tse
// verdict: @global unknown
static int global = 1;

int main(void) {
    int local = 1;
    __asm__ volatile("incl %0; cpuid" : "+m"(local) : : "eax", "ebx", "ecx", "edx");
    if (local == 2)
        return 1; // target local
    __asm__ volatile("incl %0; cpuid" : "+m"(global) : : "eax", "ebx", "ecx", "edx");
    if (global == 2)
        return 2; // target global
    return 0;
}

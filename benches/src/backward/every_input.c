#undef main
int main(void)
{
    for (input = 0; input < 65536; input++) {
        position = taken = block_count = 0;
        used = 0;
        reset();
        if (setjmp(stop) == 0)
            program();
    }
    for (int i = 0; i < TARGETS; i++)
        if (reached[i])
            printf("%d\n", i);
    return 0;
}

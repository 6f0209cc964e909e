/* Compiles a Lua chunk of six unknown characters, and runs it if it is one. */
#include "dunlin.h"
#include "lauxlib.h"
#include "lua.h"

enum { LENGTH = 6 };

int main(void) {
    char text[LENGTH];
    dunlin_symbolic(text, LENGTH, "text");
    lua_State *state = luaL_newstate();
    if (state == NULL) {
        return 2;
    }
    int result = luaL_loadbufferx(state, text, LENGTH, "text", "t");
    if (result == LUA_OK) {
        result = lua_pcall(state, 0, 0, 0);
    }
    lua_close(state);
    return result;
}

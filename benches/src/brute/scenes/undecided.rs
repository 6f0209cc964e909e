//! Scenes that depend on what nobody decides: what lies in memory that was not written, and where objects lie.
//! In the checked form, `U` stands for it.

use super::{Feature, Open};

const fn content(name: &'static str, body: &'static str) -> Feature {
    Feature { name, top: "", body, open: Some(Open::Content) }
}

const fn addresses(name: &'static str, body: &'static str) -> Feature {
    Feature { name, top: "", body, open: Some(Open::Addresses) }
}

pub const UNDECIDED: &[Feature] = &[
    content(
        "unwritten",
        "= unsigned char u#[4];
         + u#[2] = U;
         > u#[0] = x;
         > u#[1] = y;
         > if (u#[2] == $K) {
         > r += 1;
         = }
         > unsigned char c# = u#[2];
         > if (c# != u#[2]) {
         > r += 2;
         = }
         > if (c# > 200 && c# < x) {
         > r += 4;
         = }",
    ),
    content(
        "unwritten_heap",
        "> unsigned char *p# = malloc(2); => unsigned char p#[2]; p#[1] = U;
         > p#[$V & 1] = 3;
         > if (p#[1] == $K) {
         > r += 1;
         = }
         > if (p#[1] == 3) {
         > r += 2;
         = }
         > free(p#); =>",
    ),
    content(
        "unwritten_scalar",
        "= unsigned char v#;
         + v# = U;
         > if ($C) {
         > v# = 3;
         = }
         > if (v# == $K) {
         > r += 1;
         = }
         > if (v# == 3) {
         > r += 2;
         = }
         > if (v# != 3 && ($C)) {
         > r += 4;
         = }",
    ),
    content(
        "unwritten_copy",
        "= struct { unsigned char a, b; } s#, t#;
         + s#.b = U;
         > s#.a = x;
         > memcpy(&t#, &s#, 2);
         > if (t#.a != x) {
         > r += 1;
         = }
         > if (t#.b != s#.b) {
         > r += 2;
         = }
         > if ((t#.b ^ s#.a) == $K) {
         > r += 4;
         = }",
    ),
    content(
        "unwritten_at_index",
        "= unsigned char u#[4];
         + u#[2] = U;
         > u#[$V & 3] = y;
         > if (u#[2] == y && ($V & 3) != 2) {
         > r += 1;
         = }
         > if (u#[2] != y && ($V & 3) == 2) {
         > r += 2;
         = }
         > if (u#[2] == $K) {
         > r += 4;
         = }",
    ),
    content(
        "unwritten_realloc",
        "> unsigned char *p# = malloc(1); => unsigned char p#[2]; p#[1] = U;
         > p#[0] = x;
         > p# = realloc(p#, 2); =>
         > if (p#[0] != x) {
         > r += 1;
         = }
         > if (p#[1] == $K) {
         > r += 2;
         = }
         > if (p#[1] != 0 && ($C)) {
         > r += 4;
         = }
         > free(p#); =>",
    ),
    addresses(
        "freed_address",
        "> char *a# = malloc(4); => int same# = U & 1;
         > free(a#); =>
         > char *b# = malloc(4); =>
         > if (a# == b#) { => if (same#) {
         > r += 1;
         = }
         > if ($C) {
         > r += 2;
         = }
         > free(b#); =>",
    ),
    addresses(
        "address_order",
        "> char *a# = malloc(4); => int less# = U & 1;
         > char *b# = malloc(4); =>
         > if (b# < a#) { => if (less#) {
         > r += 1;
         = }
         > if (b# == a#) { => if (0) {
         > r += 2;
         = }
         > free(a#); =>
         > free(b#); =>",
    ),
    addresses(
        "address_through_numbers",
        "> char *a# = malloc(4); => int same# = U & 1;
         > uintptr_t n# = (uintptr_t)a#; =>
         > free(a#); =>
         > char *b# = malloc(4); =>
         > if ((uintptr_t)b# == n#) { => if (same#) {
         > r += 1;
         > if ($C) {
         > r += 2;
         = }
         = }
         > if (n# == 0) { => if (0) {
         > r += 4;
         = }
         > free(b#); =>",
    ),
];

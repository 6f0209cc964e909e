//! Block arguments: all at once, whatever they exchange.
#[test]
fn placeholder_is_replaced_below() {
    assert!(crate::support::run_text("module \"a\"").output.is_empty());
}

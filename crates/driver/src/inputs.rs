//! The inputs of a path as the objects of a test, and back.

use dunlin_exec::InputBytes;
use dunlin_report::{TestCase, TestObject};

/// The test that gives these inputs to a program with these arguments.
pub fn test_of(arguments: &[String], inputs: &[InputBytes]) -> TestCase {
    let object =
        |input: &InputBytes| TestObject { name: input.name.clone(), bytes: input.bytes.clone() };
    let objects = inputs.iter().map(object).collect();
    TestCase { args: arguments.to_vec(), objects, ..TestCase::default() }
}

/// The inputs that a test gives. KLEE's own object is none.
pub fn inputs_of(case: TestCase) -> Vec<InputBytes> {
    let of = |object: TestObject| InputBytes { name: object.name, bytes: object.bytes };
    let objects = case.objects.into_iter();
    objects.filter(|object| object.name != "model_version").map(of).collect()
}

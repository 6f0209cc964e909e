//! The inputs of a path as a test, and back.

use dunlin_report::TestCase;
use dunlin_results::InputBytes;

/// The test that gives these inputs to a program with these arguments.
pub fn test_of(arguments: &[String], inputs: &[InputBytes]) -> TestCase {
    TestCase { args: arguments.to_vec(), objects: inputs.to_vec(), ..TestCase::default() }
}

/// The inputs that a test gives. KLEE's own object is none.
pub fn inputs_of(case: &TestCase) -> Vec<InputBytes> {
    let is_input = |object: &&InputBytes| object.name != "model_version";
    case.objects.iter().filter(is_input).cloned().collect()
}

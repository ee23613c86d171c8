//! Linear equations with symmetric, positive definite matrices.

/// Solves `matrix * x = vector` for a symmetric, positive definite matrix, of which the lower half is given, by its
/// Cholesky decomposition.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let size = vector.len();
    for row in 0..size {
        for column in 0..=row {
            let rest = matrix[row][column] - dot(&matrix[row][..column], &matrix[column][..column]);
            matrix[row][column] = if row == column { rest.sqrt() } else { rest / matrix[column][column] };
        }
        vector[row] = (vector[row] - dot(&matrix[row][..row], &vector[..row])) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let above: f64 = (row + 1..size).map(|below| matrix[below][row] * vector[below]).sum();
        vector[row] = (vector[row] - above) / matrix[row][row];
    }
    vector
}

/// The inverse of a symmetric, positive definite matrix, of which the lower half is given.
pub fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |index: usize| (0..size).map(|other| if other == index { 1.0 } else { 0.0 }).collect();
    (0..size).map(|index| solve(matrix.to_vec(), unit(index))).collect()
}

//! How long the searching agent searches.

use std::time::Duration;
use wilderness_engine::agents::Budget;
use wilderness_engine::testing::{part, trees};

#[test]
fn a_budget_is_a_time_or_a_number_of_games() {
    assert_eq!("500ms".parse(), Ok(Budget::Time(Duration::from_millis(500))));
    assert_eq!("2s".parse(), Ok(Budget::Time(Duration::from_secs(2))));
    assert_eq!("1000".parse(), Ok(Budget::Games(1000)));
    for wrong in ["", "0", "0s", "s", "-3", "1m", "ten"] {
        assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
    }
    assert_eq!(part(Budget::Games(3), 10), Budget::Games(1));
    assert_eq!([1, 499, 1000, 100_000].map(|games| trees(Budget::Games(games), 3)), [1, 1, 2, 8]);
    assert_eq!(trees(Budget::Time(Duration::from_secs(1)), 3), 3);
}

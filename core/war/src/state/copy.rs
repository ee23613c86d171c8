//! Copies one state into another without giving up its allocations: rules and scripts inspect copies all the time.

use super::State;
use std::sync::Arc;

impl Clone for State {
    fn clone(&self) -> State {
        let State { pieces, works, raided, draw_pile, markers, numbers, generator, .. } = self;
        State {
            pieces: pieces.clone(),
            works: works.clone(),
            raided: raided.clone(),
            draw_pile: draw_pile.clone(),
            markers: markers.clone(),
            numbers: numbers.clone(),
            generator: generator.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &State) {
        // Every field by name, so that none can be forgotten.
        let State {
            year,
            season,
            step,
            active,
            vp,
            assemblies,
            pieces,
            works,
            sieges,
            amphib,
            fieldworks,
            raided,
            niagara,
            ohio_forks,
            hands,
            seen,
            draw_pile,
            discard,
            removed,
            reshuffle,
            held_card,
            holding,
            built_last,
            exchanged,
            markers,
            numbers,
            supply_limits,
            generator,
        } = other;
        (self.year, self.season, self.step) = (*year, *season, *step);
        self.active = *active;
        (self.vp, self.assemblies) = (*vp, *assemblies);
        (self.sieges, self.amphib, self.fieldworks) = (*sieges, *amphib, *fieldworks);
        (self.niagara, self.ohio_forks) = (*niagara, *ohio_forks);
        (self.hands, self.seen) = (*hands, *seen);
        (self.discard, self.removed, self.reshuffle) = (*discard, *removed, *reshuffle);
        (self.held_card, self.holding) = (*held_card, *holding);
        (self.built_last, self.exchanged) = (*built_last, *exchanged);
        self.supply_limits = *supply_limits;
        self.pieces.clone_from(pieces);
        self.works.clone_from(works);
        self.generator.clone_from(generator);
        self.raided.french.clone_from(&raided.french);
        self.raided.british.clone_from(&raided.british);
        self.draw_pile.clone_from(draw_pile);
        if !Arc::ptr_eq(&self.markers, markers) {
            self.markers.clone_from(markers);
        }
        if !Arc::ptr_eq(&self.numbers, numbers) {
            self.numbers.clone_from(numbers);
        }
        debug_assert_eq!(self, other);
    }
}

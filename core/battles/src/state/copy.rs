//! Copies one state into another without giving up its allocations: each step begins with a copy.

use super::State;

impl Clone for State {
    fn clone(&self) -> State {
        let State { battle, pieces, hex_points, options, in_force, numbers, markers, played, pool, .. } = self;
        let State { marching, anchors, entered, attacks, generator, .. } = self;
        State {
            battle: battle.clone(),
            pieces: pieces.clone(),
            hex_points: hex_points.clone(),
            options: options.clone(),
            in_force: in_force.clone(),
            numbers: numbers.clone(),
            markers: markers.clone(),
            played: played.clone(),
            pool: pool.clone(),
            marching: marching.clone(),
            anchors: anchors.clone(),
            entered: entered.clone(),
            attacks: attacks.clone(),
            generator: generator.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &State) {
        // Every field by name, so that none can be forgotten.
        let State {
            battle,
            step,
            turn,
            side,
            fog,
            pieces,
            dp,
            demoralized,
            hex_points,
            die,
            options,
            in_force,
            numbers,
            markers,
            played,
            pool,
            marching,
            burning,
            anchors,
            entered,
            first_attack,
            attacks,
            generator,
        } = other;
        (self.step, self.turn, self.side, self.fog, self.die) = (*step, *turn, *side, *fog, *die);
        (self.dp, self.demoralized, self.first_attack) = (*dp, *demoralized, *first_attack);
        self.burning = *burning;
        self.battle.clone_from(battle);
        self.pieces.clone_from(pieces);
        self.hex_points.clone_from(hex_points);
        if self.options != *options {
            self.options.clone_from(options);
        }
        self.in_force.clone_from(in_force);
        self.numbers.clone_from(numbers);
        self.markers.clone_from(markers);
        self.played.clone_from(played);
        self.pool.clone_from(pool);
        self.marching.clone_from(marching);
        self.anchors.clone_from(anchors);
        self.entered.clone_from(entered);
        self.attacks.clone_from(attacks);
        self.generator.clone_from(generator);
        debug_assert_eq!(self, other);
    }
}

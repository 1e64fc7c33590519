//! What reflection does, from what the analysis knows of the objects that it is asked with.

use super::modelled::Scene;
use super::objects::Origin;
use super::set::ObjectSet;
use super::solver::{Solver, Watch};
use crate::analysis::models::effect::Reflect;

impl Solver<'_> {
    /// Applies a reflective effect of a model.
    pub(super) fn reflect(&mut self, scene: &Scene, reflect: Reflect) {
        self.scenes.push(scene.clone());
        let number = self.scenes.len() as u32 - 1;
        let nodes: Vec<_> = scene.this.into_iter().chain(scene.params.iter().flatten().copied()).collect();
        for node in nodes {
            self.watch(node, Watch::Reflect(number, reflect));
        }
    }

    /// Objects arrived at the receiver or a parameter of a reflective method.
    pub(super) fn reflected(&mut self, scene: u32, reflect: Reflect, objects: &ObjectSet) {
        let scene = self.scenes[scene as usize].clone();
        let Some(result) = scene.result else { return };
        for object in objects.iter() {
            match (reflect, self.objects.get(object).origin.clone()) {
                (Reflect::ClassOf, _) => {
                    let class = self.class_object(self.objects.type_of(object));
                    self.graph.add_object(result, class);
                }
                (Reflect::ForName, Origin::Text(name)) => {
                    if let Some(class) = self.program.class(&name.replace('.', "/")) {
                        let class = self.class_object(crate::analysis::ir::Type::class(class));
                        self.graph.add_object(result, class);
                    }
                }
                _ => {}
            }
        }
    }
}

//! The JSON form of a search result, as commands print it.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::search::SearchResult;

/// Serializes as the `position`, its `value` (`null` if it is not known), the first `best_move`
/// (`null` if there is none), all `best_moves` and the `moves` with their values if they were asked
/// for, the `line`, and the number of `nodes`.
impl Serialize for SearchResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("SearchResult", 7)?;
        fields.serialize_field("position", &self.line.start())?;
        fields.serialize_field("value", &self.value())?;
        fields.serialize_field("best_move", &self.best_moves.first())?;
        if !self.moves.is_empty() {
            fields.serialize_field("best_moves", &self.best_moves)?;
            fields.serialize_field("moves", &self.moves)?;
        }
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.end()
    }
}

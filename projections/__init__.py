"""Read models: each projection folds facts into views, stored together with its position."""

/** Replaces Monaco's diff editors in the bundle: Monaco's API imports them, and the page creates none. */
export class DiffEditorWidget {}
export class MultiDiffEditorWidget {}

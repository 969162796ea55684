/** The user of a request. */
export interface Viewer {
  id: string;
}

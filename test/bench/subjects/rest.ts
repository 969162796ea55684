/** How a benched program reads and writes REST; each has its own client behind it. Both reject on any other status. */
export interface Rest {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown): Promise<Body>;
}

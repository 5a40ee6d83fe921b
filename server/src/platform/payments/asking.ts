export interface Asking {
  /** Ours, at most 200 characters of A-Z a-z 0-9 . _ : - */
  key: string
  signal: AbortSignal
}

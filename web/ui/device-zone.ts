/** The zone that this device is in now, as the server takes it. Some devices know none, or an offset alone. */
export function deviceZone(
  name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  return !name || name === 'Etc/Unknown' || /^[+-]|^GMT[+-]/.test(name) ? 'UTC' : name
}

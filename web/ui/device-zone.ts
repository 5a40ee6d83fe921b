/** Places with the fixed offsets that Windows lets somebody choose: the server takes only zones of places. */
const placesOf: Readonly<Record<string, string>> = {
  'Etc/GMT+11': 'Pacific/Pago_Pago',
  'Etc/GMT+9': 'Pacific/Gambier',
  'Etc/GMT+8': 'Pacific/Pitcairn',
  'Etc/GMT+2': 'America/Noronha',
  'Etc/GMT-12': 'Pacific/Tarawa',
  'Etc/GMT-13': 'Pacific/Fakaofo',
}

/** The zone that this device is in now, as the server takes it. Some devices know none, or an offset alone. */
export function deviceZone(
  name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  if (!name || /^[+-]|^GMT[+-]|^Etc\/(GMT|Unknown)/.test(name)) return placesOf[name ?? ''] ?? 'UTC'
  return name
}

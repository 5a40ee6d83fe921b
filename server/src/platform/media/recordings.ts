/** What is taken of sound and film, with how the keys of such files end. They are served as they were uploaded. */
export const recordingEndings = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'video/mp4': 'mp4' } as const
export type RecordingType = keyof typeof recordingEndings

export const isRecording = (contentType: string): contentType is RecordingType =>
  Object.hasOwn(recordingEndings, contentType)

export const megabyte = 1024 * 1024
/** The largest that is ever taken, whatever is set. */
export const largestRecording = 2048 * megabyte

/** So much of a file tells what it is. */
export const signatureBytes = 64

/** Brands of ISO/IEC 14496-12 that players of MP4 open. Pictures and QuickTime films have others. */
const soundBrands = ['M4A ', 'M4B ', 'M4P ']
const brands = [
  ...['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9'],
  ...['mp41', 'mp42', 'avc1', 'dash', 'MSNV', 'M4V ', 'f4v '],
]

/** What a file can be, by its first bytes: an MP4 of a general brand holds sound, or film. Empty when nothing that is taken. */
export function sniffRecording(bytes: Buffer): readonly string[] {
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') {
    const brand = bytes.subarray(8, 12).toString('latin1')
    if (soundBrands.includes(brand)) return ['audio/mp4']
    return brands.includes(brand) ? ['audio/mp4', 'video/mp4'] : []
  }
  return isMp3(bytes) ? ['audio/mpeg'] : []
}

/** A tag of ID3, or the header of a frame of layer III. */
function isMp3(bytes: Buffer): boolean {
  if (bytes.subarray(0, 3).toString('latin1') === 'ID3') return true
  const [sync = 0, head = 0, rate = 0] = bytes
  const version = (head >> 3) & 3
  return sync === 0xff && (head & 0xe6) === 0xe2 && version !== 1 && rate >> 4 !== 0xf
}

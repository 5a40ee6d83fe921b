export { getStream } from './get-stream.ts'

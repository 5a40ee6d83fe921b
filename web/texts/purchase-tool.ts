export { texts } from './en/purchase-tool.ts'

export { texts } from './en/wallet.ts'

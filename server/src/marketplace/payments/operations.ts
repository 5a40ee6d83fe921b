export { createSetupIntent } from './create-setup-intent.ts'

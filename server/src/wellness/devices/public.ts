export {
  bindDevice,
  type DeviceType,
  dropPushTokens,
  forgetTokens,
  selectPushTargets,
  touchDevice,
} from './queries.ts'
export { DeviceHeaders, deviceOf } from './shapes.ts'

export {
  bindDevice,
  type DeviceType,
  dropPushTokens,
  findDevice,
  forgetTokens,
  selectPushTargets,
  touchDevice,
} from './queries.ts'
export { DeviceHeaders, deviceOf } from './shapes.ts'

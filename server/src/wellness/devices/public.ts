export {
  bindDevice,
  type DeviceType,
  dropPushTokens,
  forgetTokens,
  type PushTarget,
  selectPushTargets,
  touchDevice,
} from './queries.ts'
export { DeviceHeaders, deviceOf } from './shapes.ts'

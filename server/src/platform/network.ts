import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * An address as proxies write it — with its port, in brackets, with the zone of a link, or one of version 4
 * in the clothes of version 6 — as it is. @returns undefined when it is none.
 */
export function plainAddress(text: string): string | undefined {
  const [, inBrackets, , withPort] = /^\[(.*)\](:\d+)?$|^([^:]+):\d+$/.exec(text.trim()) ?? []
  const [address = ''] = (inBrackets ?? withPort ?? text.trim()).split('%', 1)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return isIP(address) ? (mapped ?? address) : undefined
}

/** What stands for a network address when requests are counted: of IPv6 the /64, since one household has all of it. */
export function addressOf(text: string): string {
  const ip = plainAddress(text) ?? text
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : []
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether an address, or a host as it stands in a setting or in a header, is this machine to itself. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const address = plainAddress(host) ?? plainAddress(name) ?? ''
  return name === 'localhost' || loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const reserved = new BlockList()
// The IANA registry of special-purpose addresses of version 4, multicast, and what is kept for the future.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix)
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
// Inside of it: protocols, tunnels that carry other addresses, documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3ffe::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/**
 * Whether an address belongs to the public network. Of version 6 only what is given out as global counts,
 * so that no form that hides another address gets through.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !reserved.check(ip)
  return isIPv6(ip) && global.check(ip, 'ipv6') && !reserved.check(ip, 'ipv6')
}

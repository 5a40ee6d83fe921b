import { expect, test } from 'vitest'
import { isPublicAddress, plainAddress } from './network.ts'

const inward = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
]
const outward = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '172.32.0.1',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2400:cb00::1',
]

test.each(inward)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(outward)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('what is no address is not public', () => {
  for (const text of ['', 'localhost', '1.1.1', '1.1.1.1.', '0x7f.1', ':::'])
    expect(isPublicAddress(text)).toBe(false)
})

test('an address is read as proxies write it', () => {
  for (const [written, address] of [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:49152', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:49152', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::FFFF:203.0.113.7]:80', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::7:4915', '2001:db8::7:4915'],
  ])
    expect([written, plainAddress(written ?? '')]).toEqual([written, address])
  for (const none of ['', 'unknown', '_hidden', '203.0.113', '203.0.113.7, 10.0.0.1', '[203.0.113.7', 'a:80'])
    expect([none, plainAddress(none)]).toEqual([none, undefined])
})

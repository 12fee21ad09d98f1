import { describe, expect, it } from 'vitest'
import { addressOfKey, checksumAddress, parseAddress } from '../../src/accounts/wallet.js'

// From EIP-55.
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('addresses', () => {
  it.each(checksummed)('formats %s with its EIP-55 checksum', (address) => {
    expect(checksumAddress(Buffer.from(address.slice(2), 'hex'))).toBe(address)
    expect(parseAddress(address)).toEqual({ address })
    expect(parseAddress(address.toLowerCase())).toEqual({ address })
    expect(parseAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ address })
  })

  it('refuses a wrong checksum', () => {
    expect(parseAddress('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({ fault: 'checksum' })
  })

  it.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    `0x${'0'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    ` 0x${'0'.repeat(40)}`,
    `0x${'0'.repeat(40)}\n`,
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toEqual({ fault: 'form' })
  })

  it('derives the address of a known key', () => {
    // The first key of the well-known development mnemonic.
    const key = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex')
    expect(checksumAddress(addressOfKey(key))).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })
})

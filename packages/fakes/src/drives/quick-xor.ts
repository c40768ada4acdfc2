/** The QuickXorHash of OneDrive, in base64. */

/** XORs each byte into a ring of 160 bits, eleven bits further each time, and the length into the last eight bytes. */
export function quickXorOf(bytes: Buffer): string {
  const ring = Buffer.alloc(20)
  const mix = (at: number, bits: number) => ring.writeUInt8(ring.readUInt8(at % 20) ^ (bits & 255), at % 20)
  bytes.forEach((byte, index) => {
    const bit = (index * 11) % 160
    const cell = Math.floor(bit / 8)
    mix(cell, byte << (bit % 8))
    mix(cell + 1, byte >> (8 - (bit % 8)))
  })
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(bytes.length))
  length.forEach((byte, index) => {
    mix(12 + index, byte)
  })
  return ring.toString('base64')
}

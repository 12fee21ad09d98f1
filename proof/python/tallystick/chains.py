"""Chains by CAIP-2 ID: their kind, the time of their first block, and whether they ended, as docs/proof-format.md lists them."""

from tallystick.refusal import Refused

CLOCK_TOLERANCE_SECONDS = 2 * 60 * 60

CHAINS = {
    'eip155:1': ('public', '2015-07-30T15:26:28.000Z', False),
    'eip155:100': ('sidechain', '2018-10-08T18:43:05.000Z', False),
    'eip155:137': ('sidechain', '2020-05-30T07:47:16.000Z', False),
    'eip155:56': ('public', '2020-04-20T13:46:54.000Z', False),
    'eip155:43114': ('public', '2020-09-23T11:02:06.000Z', False),
    'eip155:61': ('public', '2015-07-30T15:26:28.000Z', False),
    'eip155:246': ('public', '2019-06-07T17:21:20.000Z', False),
    'eip155:1284': ('public', '2021-12-17T00:00:00.000Z', False),
    'eip155:1285': ('public', None, False),
    'eip155:25': ('public', '2021-11-08T01:00:00.000Z', False),
    'eip155:122': ('public', None, False),
    'eip155:80094': ('public', None, False),
    'eip155:50': ('public', None, False),
    'eip155:10': ('rollup', '2021-11-11T21:16:39.000Z', False),
    'eip155:8453': ('rollup', '2023-06-15T00:35:47.000Z', False),
    'eip155:42161': ('rollup', '2021-05-28T22:13:20.000Z', False),
    'eip155:42170': ('rollup', '2022-06-25T01:20:00.000Z', False),
    'eip155:59144': ('rollup', '2022-12-08T10:44:03.000Z', False),
    'eip155:534352': ('rollup', '2023-10-10T06:00:00.000Z', False),
    'eip155:42220': ('rollup', '2020-04-22T16:00:00.000Z', False),
    'eip155:324': ('rollup', '2023-02-14T14:22:22.000Z', False),
    'eip155:5000': ('rollup', '2023-07-02T16:21:26.000Z', False),
    'eip155:81457': ('rollup', '2024-02-24T21:23:35.000Z', False),
    'eip155:1101': ('rollup', '2023-03-24T10:19:23.000Z', True),
    'eip155:480': ('rollup', '2024-06-25T17:13:59.000Z', False),
    'eip155:130': ('rollup', '2024-11-04T19:25:59.000Z', False),
    'eip155:57073': ('rollup', '2024-12-06T15:20:11.000Z', False),
    'eip155:1868': ('rollup', '2024-12-02T10:19:11.000Z', False),
    'eip155:11155111': ('test', '2021-10-03T13:24:41.000Z', False),
    'eip155:17000': ('test', '2023-09-28T11:55:00.000Z', True),
    'eip155:560048': ('test', '2025-03-17T12:00:00.000Z', False),
    'eip155:10200': ('test', '2022-08-03T15:32:51.000Z', False),
    'eip155:80002': ('test', '2023-11-17T12:44:25.000Z', False),
    'eip155:11155420': ('test', '2023-08-12T01:09:00.000Z', False),
    'eip155:84532': ('test', '2023-09-26T22:44:48.000Z', False),
    'eip155:421614': ('test', '2023-08-21T11:12:36.000Z', False),
    'eip155:43113': ('test', '2020-09-10T00:00:00.000Z', False),
    'eip155:1337': ('private', None, False),
    'eip155:31337': ('private', None, False),
    'eip155:5777': ('private', None, False),
    'eip155:412346': ('private', None, False),
    'eip155:412347': ('private', None, False),
    'eip155:43112': ('private', None, False),
    'eip155:3151908': ('private', None, False),
    'eip155:298': ('private', None, False),
}


def kind_of(chain):
    return CHAINS.get(chain, ('unknown', None, False))[0]


def has_ended(chain):
    return CHAINS.get(chain, (None, None, False))[2]


def check_block_time(chain, block_time, seconds, now):
    """Checks that the block can have been made at its time. `now` is in seconds since 1970."""
    first = CHAINS.get(chain, (None, None, False))[1]
    # Both are in UTC and of the same length, so their texts sort by time.
    if first is not None and block_time < first:
        detail = f'the block is dated {block_time}, but its chain has existed only since {first}'
        raise Refused('block-time', detail, case='early', chain=chain, time=block_time, since=first)
    if seconds > now + CLOCK_TOLERANCE_SECONDS:
        detail = f"the block is dated {block_time}, in the future by this computer's clock"
        raise Refused('block-time', detail, case='late', time=block_time)

"""Chains by CAIP-2 ID: their kind, and the time of their first block, as docs/proof-format.md lists them."""

from tallystick.refusal import Refused

CLOCK_TOLERANCE_SECONDS = 2 * 60 * 60

CHAINS = {
    'eip155:1': ('public', '2015-07-30T15:26:28.000Z'),
    'eip155:11155111': ('test', '2021-10-03T13:24:41.000Z'),
    'eip155:17000': ('test', '2023-09-28T11:55:00.000Z'),
    'eip155:560048': ('test', '2025-03-17T12:00:00.000Z'),
    'eip155:100': ('public', '2018-10-08T18:43:05.000Z'),
    'eip155:10200': ('test', '2022-08-03T15:32:51.000Z'),
    'eip155:137': ('public', '2020-05-30T07:47:16.000Z'),
    'eip155:80002': ('test', '2023-11-17T12:44:25.000Z'),
    'eip155:56': ('public', '2020-04-20T13:46:54.000Z'),
    'eip155:10': ('public', '2021-11-11T21:16:39.000Z'),
    'eip155:11155420': ('test', '2023-08-12T01:09:00.000Z'),
    'eip155:8453': ('public', '2023-06-15T00:35:47.000Z'),
    'eip155:84532': ('test', '2023-09-26T22:44:48.000Z'),
    'eip155:42161': ('public', '2021-05-28T22:13:20.000Z'),
    'eip155:421614': ('test', '2023-08-21T11:12:36.000Z'),
    'eip155:43114': ('public', '2020-09-23T11:02:06.000Z'),
    'eip155:43113': ('test', '2020-09-10T00:00:00.000Z'),
    'eip155:59144': ('public', '2022-12-08T10:44:03.000Z'),
    'eip155:534352': ('public', '2023-10-10T06:00:00.000Z'),
    'eip155:42220': ('public', '2020-04-22T16:00:00.000Z'),
    'eip155:324': ('public', '2023-02-14T14:22:22.000Z'),
    'eip155:5000': ('public', '2023-07-02T16:21:26.000Z'),
    'eip155:81457': ('public', '2024-02-24T21:23:35.000Z'),
    'eip155:1101': ('public', '2023-03-24T10:19:23.000Z'),
    'eip155:61': ('public', '2015-07-30T15:26:28.000Z'),
    'eip155:246': ('public', '2019-06-07T17:21:20.000Z'),
    'eip155:1284': ('public', '2021-12-17T00:00:00.000Z'),
    'eip155:25': ('public', '2021-11-08T01:00:00.000Z'),
    'eip155:1337': ('private', None),
    'eip155:31337': ('private', None),
    'eip155:5777': ('private', None),
    'eip155:412346': ('private', None),
    'eip155:412347': ('private', None),
    'eip155:43112': ('private', None),
    'eip155:3151908': ('private', None),
    'eip155:298': ('private', None),
}


def kind_of(chain):
    return CHAINS.get(chain, ('unknown', None))[0]


def check_block_time(chain, block_time, seconds, now):
    """Checks that the block can have been made at its time. `now` is in seconds since 1970."""
    first = CHAINS.get(chain, (None, None))[1]
    # Both are in UTC and of the same length, so their texts sort by time.
    if first is not None and block_time < first:
        detail = f'the block is dated {block_time}, but its chain has existed only since {first}'
        raise Refused('block-time', detail, case='early', chain=chain, time=block_time, since=first)
    if seconds > now + CLOCK_TOLERANCE_SECONDS:
        detail = f"the block is dated {block_time}, in the future by this computer's clock"
        raise Refused('block-time', detail, case='late', time=block_time)

"""protobuf_fields.py: the fields of a protobuf message, as little as tests need of it."""


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at += 1
        shift += 7
        if data[at - 1] < 0x80:
            return value, at


def every_field(data):
    """(number, value): an int of a varint field, bytes of all others."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
            yield key >> 3, value
            continue
        size, at = varint(data, at) if key & 7 == 2 else ({1: 8, 5: 4}[key & 7], at)
        yield key >> 3, data[at:at + size]
        at += size


def fields(data):
    """The fields that are bytes."""
    return ((number, value) for number, value in every_field(data) if not isinstance(value, int))


def numbers(data):
    """{number: value} of the fields that are a varint, the last of each."""
    return {number: value for number, value in every_field(data) if isinstance(value, int)}

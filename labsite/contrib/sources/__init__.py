"""Places that know papers: what they say of one paper, or of everything that an author wrote.

``lookup.find`` asks the source that knows what somebody typed. Each source is one module with ``fetch``, which alone
makes requests, and ``entries``, which reads the reply and is tested with replies kept in tests/data/sources.
"""

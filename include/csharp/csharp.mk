# csharp.mk - the library in C#: its tests

.PHONY: test-csharp

test-csharp: $B/hitmask $B/libhitmask.a ## the C# file, its packages and its sample, under mono and .NET
	@tests/csharp/run.sh $B/hitmask $B/libhitmask.a $B/csharp

# csharp.mk - the library in C#: its tests, the NuGet package, the Unity package, the bench

.PHONY: test-csharp nuget unity bench-csharp

GOALS_csharp := test-csharp bench-csharp
GOALS_nuget  := nuget unity

NUGET = $B/nuget/Hitmask.$(VERSION).nupkg

nuget: $(NUGET) ## build/nuget: Hitmask.cs and targets for MSBuild

$(NUGET): tools/dist/csharp/nuget.sh tools/dist/csharp/Hitmask.nuspec.in LICENSE $(wildcard include/csharp/*)
	@$(call need,command -v zip,zip, nuget)
	$(call say,ZIP,$@)tools/dist/csharp/nuget.sh $(VERSION) $@

UNITY = $B/unity/com.hitmask-$(VERSION).tgz

unity: $(UNITY) ## build/unity/com.hitmask-VERSION.tgz: the package for Unity

$(UNITY): tools/dist/csharp/unity.sh LICENSE include/csharp/Hitmask.cs $(wildcard include/csharp/unity/* include/csharp/unity/*/*)
	$(call say,TAR,$@)tools/dist/csharp/unity.sh $(VERSION) $@

test-csharp: $B/hitmask $B/libhitmask.a $(NUGET) $(UNITY) ## the C# file, its packages and its sample, under mono and .NET
	@tests/csharp/run.sh $B/hitmask $B/libhitmask.a $(NUGET) $(UNITY) $B/csharp

bench-csharp: $B/hitmask $B/$(SHARED) ## nanoseconds a question in C# and in C
	@tests/csharp/bench.sh $B/hitmask $B/$(SHARED) $B/csharp/bench
